// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {ITokenFactory} from "../tokens/ITokenFactory.sol";
import {ITaxes} from "../tokens/ITaxes.sol";
import {IMarketTaxReceiver} from "../tokens/IMarkets.sol";
import {IMarketBook} from "./IMarketBook.sol";
import {MarketMath} from "./MarketMath.sol";

/// @dev What public and private markets share. Holds, for every market that is not final, at least what was paid
/// into its outcomes, its general pot and its bounty. USDB, TIDE and listed tokens revert instead of returning
/// false and call nobody. `onTaxCollected` is the one call that comes back in, from the taxes, and is not guarded.
/// The code is replaced under markets that run: variables and fields of structs are only ever added at the end, and
/// a base contract's variables would move those of the contracts that follow it, so this one gets no more of them.
abstract contract MarketBook is Ownable2Step, ReentrancyGuardTransient, IMarketBook {
    struct Outcome {
        uint256 virtualReserve;
        uint256 totalCost;
        uint256 circulatingShares;
    }

    struct Order {
        address seller;
        uint8 outcomeId;
        uint256 amount;
        uint256 totalAmount;
        uint256 pricePerShare;
        bool active;
    }

    /// What a market has besides its public record.
    struct Ledger {
        uint256 paidIn;
        uint256 bountyPool;
        /// What the winners share, from the moment the market is final.
        uint256 pool;
        /// Whether stakes are paid back instead.
        bool isRefunding;
    }

    struct Opening {
        string name;
        string symbol;
        uint256 endTime;
        string[] options;
        address ecosystem;
        bool isPrivate;
        bool frozen;
        uint256 bonding;
        uint256 seed;
        uint256 leastSeed;
    }

    uint8 internal constant INVALID = 254;
    uint8 internal constant UNRESOLVED = 255;

    uint8 private constant BUY = 0;
    uint256 private constant MIN_OPTIONS = 2;
    uint256 private constant MAX_OPTIONS = 150;
    uint256 private constant MAX_OPTION_BYTES = 64;
    uint256 private constant SEED_STEP = 10e18;

    /// @inheritdoc IMarketBook
    uint256 public constant minBuy = 1e18;

    ISwap private immutable SWAP;
    IERC20 internal immutable USDB;
    ITokenFactory private immutable FACTORY;

    /// @inheritdoc IMarketBook
    mapping(address marketToken => Outcome[]) public outcomes;
    /// @inheritdoc IMarketBook
    mapping(address marketToken => string[]) public optionNames;
    /// @inheritdoc IMarketBook
    mapping(address marketToken => mapping(uint256 orderId => Order)) public marketOrders;
    /// @inheritdoc IMarketBook
    mapping(address marketToken => uint256) public nextOrderId;
    /// @inheritdoc IMarketBook
    mapping(address marketToken => mapping(address user => mapping(uint8 outcomeId => uint256))) public
        userShares;
    /// @inheritdoc IMarketBook
    mapping(address marketToken => mapping(address user => mapping(uint8 outcomeId => uint256))) public
        userCost;
    /// @inheritdoc IMarketBook
    mapping(address marketToken => mapping(address user => mapping(uint8 outcomeId => uint256))) public
        sharesLockedInOrders;
    /// @inheritdoc IMarketBook
    mapping(address marketToken => mapping(address user => bool)) public hasBettedOnMarket;
    /// @inheritdoc IMarketBook
    mapping(address marketToken => mapping(address user => bool)) public hasRedeemed;
    mapping(address marketToken => MarketData) internal _markets;
    mapping(address marketToken => Ledger) private _ledgers;

    /// @inheritdoc IMarketBook
    uint256 public minSeed;
    /// @inheritdoc IMarketBook
    address public insurance;

    constructor(ISwap swap, address insurance_, uint256 minSeed_, address operator) Ownable(operator) {
        SWAP = swap;
        USDB = swap.USDB();
        FACTORY = swap.FACTORY();
        _setInsurance(insurance_);
        _setMinSeed(minSeed_);
    }

    modifier onlyCreator(address marketToken) {
        _requireCreator(marketToken);
        _;
    }

    modifier whileOpen(address marketToken) {
        _requireOpen(marketToken);
        _;
    }

    /// @inheritdoc IMarketBook
    function buy(
        address marketToken,
        uint8 outcomeId,
        address inputToken,
        uint256 inputAmount,
        uint256 minUsdc,
        uint256 minShares
    ) external nonReentrant whileOpen(marketToken) {
        _requireBuyer(marketToken);
        _requireOption(marketToken, outcomeId);
        if (!_sells(marketToken)) revert PoolClosed();
        uint256 usdc = _takeInput(inputToken, inputAmount, minUsdc);
        if (usdc < minBuy) revert BelowMinimum(usdc, minBuy);
        uint256 bought = _buyFromPool(marketToken, outcomeId, usdc);
        if (bought < minShares) revert InsufficientShares(bought, minShares);
    }

    /// @inheritdoc IMarketBook
    function listOrder(address marketToken, uint8 outcomeId, uint256 amount, uint256 pricePerShare)
        external
        nonReentrant
        whileOpen(marketToken)
    {
        _requireOption(marketToken, outcomeId);
        if (pricePerShare == 0 || pricePerShare >= MarketMath.WAD) revert InvalidPrice();
        uint256 locked = sharesLockedInOrders[marketToken][msg.sender][outcomeId];
        uint256 available = userShares[marketToken][msg.sender][outcomeId] - locked;
        if (amount > available) revert NotEnoughShares(available);
        uint256 value = Math.mulDiv(amount, pricePerShare, MarketMath.WAD);
        if (value < minBuy) revert BelowMinimum(value, minBuy);
        sharesLockedInOrders[marketToken][msg.sender][outcomeId] = locked + amount;
        uint256 orderId = nextOrderId[marketToken]++;
        marketOrders[marketToken][orderId] = Order(msg.sender, outcomeId, amount, amount, pricePerShare, true);
        emit OrderCreated(marketToken, orderId, msg.sender, outcomeId, amount, pricePerShare);
    }

    /// @inheritdoc IMarketBook
    function cancelOrder(address marketToken, uint256 orderId) external nonReentrant {
        Order storage order = _activeOrder(marketToken, orderId);
        if (order.seller != msg.sender) revert NotSeller(orderId);
        order.active = false;
        sharesLockedInOrders[marketToken][msg.sender][order.outcomeId] -= order.amount;
        emit OrderCancelled(marketToken, orderId);
    }

    /// @inheritdoc IMarketBook
    function buyOrder(address marketToken, uint256 orderId, uint256 fill)
        external
        nonReentrant
        whileOpen(marketToken)
    {
        _requireBuyer(marketToken);
        if (fill == 0) revert ZeroAmount();
        Order storage order = _activeOrder(marketToken, orderId);
        if (order.seller == msg.sender) revert OwnOrder(orderId);
        uint256 highest = _highestPrice(marketToken, order.outcomeId, _sells(marketToken));
        if (order.pricePerShare > highest) revert OrderAbovePool(orderId, highest);
        if (fill > order.amount) revert OrderTooSmall(orderId, order.amount);
        _take(USDB, address(this), MarketMath.orderCost(fill, order.pricePerShare));
        _fill(marketToken, orderId, fill);
    }

    /// @inheritdoc IMarketBook
    function buyMultipleOrders(address marketToken, uint256[] calldata orderIds, uint256 usdcAmount)
        external
        nonReentrant
        whileOpen(marketToken)
        returns (uint256 remainingUsdc)
    {
        _requireBuyer(marketToken);
        remainingUsdc = _takeInput(address(USDB), usdcAmount, 0);
        bool sells = _sells(marketToken);
        for (uint256 i; i < orderIds.length && remainingUsdc > 0; ++i) {
            (, uint256 cost) = _buyOrder(marketToken, orderIds[i], remainingUsdc, sells);
            remainingUsdc -= cost;
        }
        if (remainingUsdc > 0) _pay(msg.sender, remainingUsdc);
    }

    /// @inheritdoc IMarketBook
    function buyOrdersAndContract(
        address marketToken,
        uint8 outcomeId,
        uint256[] calldata orderIds,
        address inputToken,
        uint256 totalInput,
        uint256 minShares
    ) external nonReentrant whileOpen(marketToken) {
        _requireBuyer(marketToken);
        _requireOption(marketToken, outcomeId);
        uint256 left = _takeInput(inputToken, totalInput, 0);
        bool sells = _sells(marketToken);
        uint256 bought;
        for (uint256 i; i < orderIds.length && left > 0; ++i) {
            Order storage order = marketOrders[marketToken][orderIds[i]];
            // Another outcome is a mistake, not an order that has gone in the meantime.
            if (order.active && order.outcomeId != outcomeId) revert OrderOfOtherOutcome(orderIds[i]);
            (uint256 filled, uint256 cost) = _buyOrder(marketToken, orderIds[i], left, sells);
            bought += filled;
            left -= cost;
        }
        if (sells && left >= minBuy) bought += _buyFromPool(marketToken, outcomeId, left);
        else if (left > 0) _pay(msg.sender, left);
        if (bought < minShares) revert InsufficientShares(bought, minShares);
    }

    /// @inheritdoc IMarketBook
    function redeem(address marketToken) external nonReentrant {
        if (!_market(marketToken).resolved) revert MarketNotResolved();
        if (hasRedeemed[marketToken][msg.sender]) revert AlreadyRedeemed();
        uint256 payout = getRedeemable(marketToken, msg.sender);
        if (payout == 0) revert NothingToRedeem();
        hasRedeemed[marketToken][msg.sender] = true;
        _pay(msg.sender, payout);
        emit SharesRedeemed(marketToken, msg.sender, payout);
    }

    /// @inheritdoc IMarketBook
    function donate(address marketToken, uint256 amount, bool isBounty)
        external
        nonReentrant
        whileOpen(marketToken)
    {
        if (amount == 0) revert ZeroAmount();
        _take(USDB, address(this), amount);
        if (isBounty) {
            _ledgers[marketToken].bountyPool += amount;
            emit BountyDonated(marketToken, msg.sender, amount);
        } else {
            _markets[marketToken].generalPot += amount;
            emit PotDonated(marketToken, msg.sender, amount);
        }
    }

    /// @inheritdoc IMarketBook
    function DisableFreeze(address marketToken) external onlyCreator(marketToken) {
        IFactoryToken(marketToken).DisableFreeze();
    }

    /// @inheritdoc IMarketTaxReceiver
    /// @dev A final market's pool is fixed: what comes later belongs to nobody.
    function onTaxCollected(address marketToken, uint256 generalPot, uint256 bountyPool) external {
        if (msg.sender != address(SWAP.TAXES())) revert OnlyTaxes();
        if (_market(marketToken).resolved) {
            _pay(insurance, generalPot + bountyPool);
            return;
        }
        _markets[marketToken].generalPot += generalPot;
        _ledgers[marketToken].bountyPool += bountyPool;
    }

    /// @inheritdoc IMarketBook
    function setInsurance(address insurance_) external onlyOwner {
        _setInsurance(insurance_);
    }

    /// @inheritdoc IMarketBook
    function setMinSeed(uint256 minSeed_) external onlyOwner {
        _setMinSeed(minSeed_);
    }

    /// @inheritdoc IMarketBook
    function withdrawFees(address payable to) external onlyOwner {
        if (to == address(0)) revert ZeroAddress();
        // All state is elsewhere: a receiver that calls back finds nothing to take twice.
        (bool sent,) = to.call{value: address(this).balance}("");
        if (!sent) revert FeeTransferFailed();
    }

    /// @inheritdoc IMarketBook
    function marketData(address marketToken)
        external
        view
        returns (
            address,
            address,
            address,
            address,
            string memory,
            uint256,
            uint256,
            uint8,
            bool,
            uint256,
            uint256,
            bool
        )
    {
        // Twelve values are more than the stack holds. They are encoded as the record is, but for the offset in
        // front of it.
        MarketData memory record = _markets[marketToken];
        bytes memory encoded = abi.encode(record);
        assembly ("memory-safe") {
            return(add(encoded, 64), sub(mload(encoded), 32))
        }
    }

    /// @inheritdoc IMarketBook
    function getMarketData(address marketToken) external view returns (MarketData memory) {
        return _markets[marketToken];
    }

    /// @inheritdoc IMarketBook
    function ecosystems(address maintoken)
        external
        view
        returns (address factory, address swap, address usdc, bool active)
    {
        if (maintoken != address(SWAP.MAIN())) return (address(0), address(0), address(0), false);
        return (address(FACTORY), address(SWAP), address(USDB), true);
    }

    /// @inheritdoc IMarketBook
    function isPoolOpen(address marketToken) external view returns (bool) {
        MarketData storage market = _markets[marketToken];
        return market.marketToken != address(0) && !market.resolved && _sells(marketToken);
    }

    /// @inheritdoc IMarketBook
    function getState(address marketToken)
        external
        view
        returns (uint256 endTime, uint8 finalOutcome, bool resolved, uint256 totalVirtualReserve)
    {
        MarketData storage market = _market(marketToken);
        return (market.endTime, market.finalOutcome, market.resolved, market.totalVirtualReserve);
    }

    /// @inheritdoc IMarketBook
    function getOutcome(address marketToken, uint8 outcomeId)
        external
        view
        returns (uint256 virtualReserve, uint256 totalCost, uint256 circulatingShares)
    {
        _requireOption(marketToken, outcomeId);
        Outcome storage outcome = outcomes[marketToken][outcomeId];
        return (outcome.virtualReserve, outcome.totalCost, outcome.circulatingShares);
    }

    /// @inheritdoc IMarketBook
    function getOptionNames(address marketToken) external view returns (string[] memory) {
        return optionNames[marketToken];
    }

    /// @inheritdoc IMarketBook
    function getNumOutcomes(address marketToken) public view returns (uint256) {
        return outcomes[marketToken].length;
    }

    /// @inheritdoc IMarketBook
    function getInitialReserves(uint256 options) external pure returns (uint256, uint256) {
        _requireOptionCount(options);
        uint256 reserve = MarketMath.initialReserve(options);
        return (reserve, reserve * options);
    }

    /// @inheritdoc IMarketBook
    function getUserShares(address marketToken, address user, uint8 outcomeId)
        external
        view
        returns (uint256)
    {
        return userShares[marketToken][user][outcomeId];
    }

    /// @inheritdoc IMarketBook
    function getBuyOrderCost(address marketToken, uint256 orderId, uint256 fill)
        external
        view
        returns (uint256 baseUsdc, uint256 buyerTax, uint256 totalCostToBuyer, uint256 netToSeller)
    {
        Order storage order = marketOrders[marketToken][orderId];
        if (!order.active || fill > order.amount) return (0, 0, 0, 0);
        baseUsdc = MarketMath.orderValue(fill, order.pricePerShare);
        buyerTax = MarketMath.tax(baseUsdc);
        return (baseUsdc, buyerTax, baseUsdc + buyerTax, baseUsdc - buyerTax);
    }

    /// @inheritdoc IMarketBook
    function getBuyOrderAmountsOut(address marketToken, uint256 orderId, uint256 usdcAmount)
        external
        view
        returns (uint256 fill, uint256 baseUsdc, uint256 buyerTax, uint256 totalCostToBuyer)
    {
        Order storage order = marketOrders[marketToken][orderId];
        if (!order.active) return (0, 0, 0, 0);
        fill = MarketMath.fillFor(usdcAmount, order.amount, order.pricePerShare);
        baseUsdc = MarketMath.orderValue(fill, order.pricePerShare);
        buyerTax = MarketMath.tax(baseUsdc);
        totalCostToBuyer = baseUsdc + buyerTax;
    }

    /// @inheritdoc IMarketBook
    function getGeneralPot(address marketToken) external view returns (uint256) {
        return _markets[marketToken].generalPot;
    }

    /// @inheritdoc IMarketBook
    function getBountyPool(address marketToken) public view returns (uint256) {
        return _ledgers[marketToken].bountyPool;
    }

    /// @inheritdoc IMarketBook
    function getPool(address marketToken) external view returns (uint256) {
        MarketData storage market = _markets[marketToken];
        Ledger storage ledger = _ledgers[marketToken];
        return market.resolved ? ledger.pool : ledger.paidIn + market.generalPot;
    }

    /// @inheritdoc IMarketBook
    function getRedeemable(address marketToken, address user) public view returns (uint256) {
        MarketData storage market = _markets[marketToken];
        if (!market.resolved || hasRedeemed[marketToken][user]) return 0;
        Ledger storage ledger = _ledgers[marketToken];
        if (ledger.isRefunding) return _costOf(marketToken, user);
        uint8 winner = market.finalOutcome;
        uint256 circulating = outcomes[marketToken][winner].circulatingShares;
        return MarketMath.payout(userShares[marketToken][user][winner], circulating, ledger.pool);
    }

    /// @inheritdoc IMarketBook
    function userCanBuyEvent(address marketToken, address user) public view virtual returns (bool);

    /// @dev Creates the market of `msg.sender` and takes the seed.
    function _open(Opening memory opening) internal returns (address marketToken) {
        uint256 fee = FACTORY.feeAmount();
        if (msg.value != fee) revert WrongFee(fee);
        if (opening.ecosystem != address(SWAP.MAIN())) revert UnknownEcosystem(opening.ecosystem);
        if (opening.endTime != 0 && opening.endTime <= block.timestamp) revert InvalidEndTime();
        if (opening.seed < opening.leastSeed || opening.seed % SEED_STEP != 0) {
            revert InvalidSeed(opening.leastSeed);
        }
        _requireOptions(opening.options);

        marketToken = FACTORY.createMarketToken(
            opening.symbol, opening.name, opening.frozen, opening.bonding, msg.sender
        );
        MarketData storage market = _markets[marketToken];
        market.marketToken = marketToken;
        market.creator = msg.sender;
        market.ecosystem = opening.ecosystem;
        market.usdc = address(USDB);
        market.marketName = opening.name;
        market.creationTime = block.timestamp;
        market.endTime = opening.endTime;
        market.finalOutcome = UNRESOLVED;
        market.generalPot = opening.seed;
        market.isPrivate = opening.isPrivate;
        market.totalVirtualReserve = _openOutcomes(marketToken, opening.options);
        if (opening.seed > 0) _take(USDB, address(this), opening.seed);
        emit MarketCreated(marketToken, msg.sender, opening.ecosystem);
    }

    /// @dev Makes the outcome final and fixes what is paid out. INVALID, or a winner nobody holds, pays the
    /// stakes back.
    function _settle(address marketToken, uint8 outcomeId) internal whileOpen(marketToken) {
        MarketData storage market = _markets[marketToken];
        Ledger storage ledger = _ledgers[marketToken];
        market.resolved = true;
        market.finalOutcome = outcomeId;
        uint256 pot = market.generalPot;
        ledger.pool = ledger.paidIn;
        if (outcomeId != INVALID && outcomes[marketToken][outcomeId].circulatingShares > 0) {
            ledger.pool += pot;
            return;
        }
        ledger.isRefunding = true;
        market.generalPot = 0;
        if (pot > 0) _pay(insurance, pot);
        emit MarketInvalidated(marketToken, pot);
    }

    /// @dev Hands the bounty over to whoever pays it out.
    function _releaseBounty(address marketToken) internal returns (uint256 amount) {
        amount = _ledgers[marketToken].bountyPool;
        _ledgers[marketToken].bountyPool = 0;
    }

    function _pay(address to, uint256 amount) internal {
        USDB.transfer(to, amount);
    }

    function _market(address marketToken) internal view returns (MarketData storage market) {
        market = _markets[marketToken];
        if (market.marketToken == address(0)) revert MarketNotFound(marketToken);
    }

    /// @dev An outcome that can be bought.
    function _isOption(address marketToken, uint8 outcomeId) internal view returns (bool) {
        return outcomeId < outcomes[marketToken].length;
    }

    /// @dev Who may not buy here is told so.
    function _requireBuyer(address marketToken) internal view virtual;

    /// @dev Whether the outcome of an open-ended market has been named, which ends the sale.
    function _isNamed(address marketToken) internal view virtual returns (bool);

    function _requireCreator(address marketToken) private view {
        if (_market(marketToken).creator != msg.sender) revert OnlyCreator();
    }

    function _requireOpen(address marketToken) internal view {
        if (_market(marketToken).resolved) revert MarketIsResolved();
    }

    /// @dev Whether the pool of a market that is not final sells.
    function _sells(address marketToken) private view returns (bool) {
        uint256 endTime = _markets[marketToken].endTime;
        return endTime == 0 ? !_isNamed(marketToken) : block.timestamp < endTime;
    }

    function _requireOption(address marketToken, uint8 outcomeId) private view {
        if (!_isOption(marketToken, outcomeId)) revert InvalidOutcome(outcomeId);
    }

    function _requireOptionCount(uint256 count) private pure {
        if (count < MIN_OPTIONS || count > MAX_OPTIONS) revert InvalidOptionCount(count);
    }

    function _requireOptions(string[] memory options) private view {
        uint256 count = options.length;
        _requireOptionCount(count);
        bytes32[] memory hashes = new bytes32[](count);
        for (uint256 i; i < count; ++i) {
            if (!FACTORY.isName(options[i], MAX_OPTION_BYTES)) revert InvalidOption(i);
            bytes32 hash = keccak256(bytes(options[i]));
            for (uint256 j; j < i; ++j) {
                if (hashes[j] == hash) revert DuplicateOption(i);
            }
            hashes[i] = hash;
        }
    }

    function _openOutcomes(address marketToken, string[] memory options) private returns (uint256) {
        uint256 reserve = MarketMath.initialReserve(options.length);
        for (uint256 i; i < options.length; ++i) {
            outcomes[marketToken].push(Outcome(reserve, 0, 0));
            optionNames[marketToken].push(options[i]);
        }
        return reserve * options.length;
    }

    function _take(IERC20 token, address to, uint256 amount) private {
        token.transferFrom(msg.sender, to, amount);
    }

    /// @dev Moves the caller's input here, as USDB.
    function _takeInput(address inputToken, uint256 amount, uint256 minUsdc) private returns (uint256 usdc) {
        if (amount == 0) revert ZeroAmount();
        if (inputToken == address(USDB)) {
            if (amount < minUsdc) revert InsufficientUsdc(amount, minUsdc);
            _take(USDB, address(this), amount);
            return amount;
        }
        address main = address(SWAP.MAIN());
        // Only tokens the router knows are called; it refuses the others.
        if (inputToken != main && !FACTORY.isEcosystemToken(inputToken)) revert ISwap.InvalidPath();
        address[] memory path = new address[](inputToken == main ? 2 : 3);
        path[0] = inputToken;
        path[1] = main;
        path[path.length - 1] = address(USDB);
        _take(IERC20(inputToken), address(SWAP), amount);
        return SWAP.sellFor(msg.sender, amount, minUsdc, path);
    }

    /// @dev Buys with USDB that is here already.
    function _buyFromPool(address marketToken, uint8 outcomeId, uint256 usdc)
        private
        returns (uint256 bought)
    {
        MarketData storage market = _markets[marketToken];
        Outcome storage outcome = outcomes[marketToken][outcomeId];
        uint256 tax = MarketMath.tax(usdc);
        uint256 net = usdc - tax;
        bought = MarketMath.shares(net, outcome.virtualReserve, market.totalVirtualReserve);
        outcome.virtualReserve += net;
        outcome.totalCost += net;
        outcome.circulatingShares += bought;
        market.totalVirtualReserve += net;
        _ledgers[marketToken].paidIn += net;
        userShares[marketToken][msg.sender][outcomeId] += bought;
        userCost[marketToken][msg.sender][outcomeId] += net;
        hasBettedOnMarket[marketToken][msg.sender] = true;
        _payTax(marketToken, tax);
        emit SharesTraded(
            marketToken,
            msg.sender,
            outcomeId,
            bought,
            net,
            BUY,
            outcome.virtualReserve,
            market.totalVirtualReserve
        );
    }

    /// @dev Buys as much of an order as `usdc`, which is here already, pays for. Nothing when the order is gone,
    /// the caller's own or above the pool's price: what a client read is always a little old.
    function _buyOrder(address marketToken, uint256 orderId, uint256 usdc, bool sells)
        private
        returns (uint256 fill, uint256 cost)
    {
        Order storage order = marketOrders[marketToken][orderId];
        if (!order.active || order.seller == msg.sender) return (0, 0);
        uint256 price = order.pricePerShare;
        if (price > _highestPrice(marketToken, order.outcomeId, sells)) return (0, 0);
        fill = MarketMath.fillFor(usdc, order.amount, price);
        if (fill == 0) return (0, 0);
        cost = MarketMath.orderCost(fill, price);
        _fill(marketToken, orderId, fill);
    }

    /// @dev Moves shares and their cost to the caller, whose payment is here already, and pays the seller.
    function _fill(address marketToken, uint256 orderId, uint256 fill) private {
        Order storage order = marketOrders[marketToken][orderId];
        (address seller, uint8 outcomeId) = (order.seller, order.outcomeId);
        order.amount -= fill;
        if (order.amount == 0) order.active = false;
        sharesLockedInOrders[marketToken][seller][outcomeId] -= fill;

        uint256 held = userShares[marketToken][seller][outcomeId];
        // Rounded down: the seller keeps the remainder, the sum of all costs stays what was paid in.
        uint256 moved = Math.mulDiv(userCost[marketToken][seller][outcomeId], fill, held);
        userCost[marketToken][seller][outcomeId] -= moved;
        userCost[marketToken][msg.sender][outcomeId] += moved;
        userShares[marketToken][seller][outcomeId] = held - fill;
        userShares[marketToken][msg.sender][outcomeId] += fill;
        hasBettedOnMarket[marketToken][msg.sender] = true;

        uint256 value = MarketMath.orderValue(fill, order.pricePerShare);
        uint256 tax = MarketMath.tax(value);
        if (value > tax) _pay(seller, value - tax);
        _payTax(marketToken, 2 * tax);
        emit OrderFilled(marketToken, orderId, msg.sender, fill, value);
    }

    function _payTax(address marketToken, uint256 amount) private {
        ITaxes taxes = SWAP.TAXES();
        _pay(address(taxes), amount);
        taxes.collect(marketToken, amount);
    }

    function _setInsurance(address insurance_) private {
        if (insurance_ == address(0)) revert ZeroAddress();
        insurance = insurance_;
        emit InsuranceChanged(insurance_);
    }

    function _setMinSeed(uint256 minSeed_) private {
        minSeed = minSeed_;
        emit MinSeedChanged(minSeed_);
    }

    function _activeOrder(address marketToken, uint256 orderId) private view returns (Order storage order) {
        order = marketOrders[marketToken][orderId];
        if (!order.active) revert OrderNotActive(orderId);
    }

    /// @dev The highest price at which an order of the outcome is filled: the pool's, as long as it sells.
    function _highestPrice(address marketToken, uint8 outcomeId, bool sells) private view returns (uint256) {
        if (!sells) return MarketMath.WAD;
        return MarketMath.price(
            outcomes[marketToken][outcomeId].virtualReserve, _markets[marketToken].totalVirtualReserve
        );
    }

    function _costOf(address marketToken, address user) private view returns (uint256 cost) {
        uint256 count = outcomes[marketToken].length;
        for (uint256 i; i < count; ++i) {
            cost += userCost[marketToken][user][uint8(i)];
        }
    }
}
