// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketTaxReceiver} from "../tokens/IMarkets.sol";

/// @title Prediction market: outcome pool, order book, redemption
/// @notice A market is a question with 2 to 150 outcomes. USDB buys shares of an outcome from a pool that never
/// buys them back; holders sell to each other in the order book. When the outcome is final, the holders of the winner
/// share everything that was paid in. All amounts have 18 decimals.
/// @dev Names are fixed by the published ABI.
interface IMarketBook is IMarketTaxReceiver {
    struct MarketData {
        address marketToken;
        address creator;
        address ecosystem;
        address usdc;
        string marketName;
        uint256 creationTime;
        uint256 endTime;
        uint8 finalOutcome;
        bool resolved;
        uint256 generalPot;
        uint256 totalVirtualReserve;
        bool isPrivate;
    }

    event MarketCreated(address indexed marketToken, address creator, address ecosystem);
    /// @notice Shares were bought from the pool.
    /// @param usdcSpent What entered the pool, without tax.
    /// @param tradeType 0, a buy.
    event SharesTraded(
        address indexed marketToken,
        address indexed buyer,
        uint8 indexed outcomeId,
        uint256 shares,
        uint256 usdcSpent,
        uint8 tradeType,
        uint256 newReserve,
        uint256 newTotalReserve
    );
    event OrderCreated(
        address indexed marketToken,
        uint256 indexed orderId,
        address indexed seller,
        uint8 outcomeId,
        uint256 amount,
        uint256 pricePerShare
    );
    event OrderCancelled(address indexed marketToken, uint256 indexed orderId);
    /// @notice Shares of an order were bought.
    /// @param usdcSpent Their value, without the buyer's tax.
    event OrderFilled(
        address indexed marketToken,
        uint256 indexed orderId,
        address indexed buyer,
        uint256 amount,
        uint256 usdcSpent
    );
    event SharesRedeemed(address indexed marketToken, address indexed user, uint256 payout);
    event PotDonated(address indexed marketToken, address donor, uint256 usdcAmount);
    event BountyDonated(address indexed marketToken, address donor, uint256 usdcAmount);
    /// @notice Stakes are paid back: the outcome is INVALID, or nobody holds the one that won.
    event MarketInvalidated(address indexed marketToken, uint256 generalPotSentToInsurance);
    event InsuranceChanged(address indexed insurance);
    event MinSeedChanged(uint256 minSeed);

    /// @notice No market of this contract has that token.
    error MarketNotFound(address marketToken);
    /// @notice The market has no such outcome.
    error InvalidOutcome(uint8 outcomeId);
    /// @notice The market's outcome is final.
    error MarketIsResolved();
    /// @notice The market's outcome is not final yet.
    error MarketNotResolved();
    /// @notice A market has 2 to 150 options.
    error InvalidOptionCount(uint256 count);
    /// @notice An option is empty, too long, or has characters a name must not have.
    error InvalidOption(uint256 index);
    /// @notice Two options have the same name.
    error DuplicateOption(uint256 index);
    /// @notice The end is not in the future.
    error InvalidEndTime();
    /// @notice The seed is below the minimum or no multiple of 10 USDB.
    error InvalidSeed(uint256 minSeed);
    /// @notice The ecosystem is not the hub token.
    error UnknownEcosystem(address ecosystem);
    /// @notice The call must carry exactly the fee.
    error WrongFee(uint256 feeAmount);
    /// @notice The receiver refused the fees.
    error FeeTransferFailed();
    /// @notice The pool is closed, because the outcome may be known.
    error PoolClosed();
    /// @notice A purchase from the pool and an order are worth at least `minBuy()`, in USDB.
    error BelowMinimum(uint256 usdc, uint256 minimum);
    /// @notice The call is reserved to the market's creator.
    error OnlyCreator();
    /// @notice The amount is 0.
    error ZeroAmount();
    /// @notice The zero address is not a valid argument here.
    error ZeroAddress();
    /// @notice The input gave less USDB than the caller accepts.
    error InsufficientUsdc(uint256 usdc, uint256 minUsdc);
    /// @notice The purchase would give fewer shares than the caller accepts.
    error InsufficientShares(uint256 shares, uint256 minShares);
    /// @notice The seller has fewer shares that are not in orders already.
    error NotEnoughShares(uint256 available);
    /// @notice A price per share lies between 0 and 1 USDB.
    error InvalidPrice();
    /// @notice The order was filled, cancelled, or never existed.
    error OrderNotActive(uint256 orderId);
    /// @notice The order has fewer shares left.
    error OrderTooSmall(uint256 orderId, uint256 left);
    /// @notice The order costs more than the pool.
    error OrderAbovePool(uint256 orderId, uint256 poolPrice);
    /// @notice The order is about another outcome.
    error OrderOfOtherOutcome(uint256 orderId);
    /// @notice One's own order cannot be filled.
    error OwnOrder(uint256 orderId);
    /// @notice Only the seller can cancel an order.
    error NotSeller(uint256 orderId);
    /// @notice The wallet has redeemed already.
    error AlreadyRedeemed();
    /// @notice The wallet has nothing to redeem.
    error NothingToRedeem();
    /// @notice The call is reserved to the taxes.
    error OnlyTaxes();

    /// @notice Buys shares of an outcome from the pool, while `isPoolOpen`.
    /// @param inputToken USDB, TIDE or a listed token, approved to this contract; sold for USDB first. It must give
    /// `minBuy()` at least.
    /// @param minUsdc Least USDB the input must give.
    /// @param minShares Least shares the purchase must give.
    function buy(
        address marketToken,
        uint8 outcomeId,
        address inputToken,
        uint256 inputAmount,
        uint256 minUsdc,
        uint256 minShares
    ) external;

    /// @notice Lists own shares, worth at least `minBuy()`, for sale. They stay in the wallet and are locked.
    /// @param pricePerShare USDB, above 0 and below 1.
    function listOrder(address marketToken, uint8 outcomeId, uint256 amount, uint256 pricePerShare) external;

    /// @notice Cancels an order. Possible at any time, also after the outcome is final.
    function cancelOrder(address marketToken, uint256 orderId) external;

    /// @notice Buys `fill` shares of an order for their value and the tax. While the pool sells, its price is the
    /// highest at which orders are filled.
    function buyOrder(address marketToken, uint256 orderId, uint256 fill) external;

    /// @notice Buys from orders, one after the other, until `usdcAmount` is spent or they are filled. Orders that are
    /// gone, the caller's own, and those above the pool's price while it sells are left out.
    /// @return remainingUsdc USDB that was not spent and was returned to the caller.
    function buyMultipleOrders(address marketToken, uint256[] calldata orderIds, uint256 usdcAmount)
        external
        returns (uint256 remainingUsdc);

    /// @notice Buys from orders of an outcome like `buyMultipleOrders`, and with what is left from the pool. When the
    /// pool is closed, or less than `minBuy()` is left, that goes back to the caller in USDB.
    function buyOrdersAndContract(
        address marketToken,
        uint8 outcomeId,
        uint256[] calldata orderIds,
        address inputToken,
        uint256 totalInput,
        uint256 minShares
    ) external;

    /// @notice Pays the caller's part of the pool of a resolved market, or refunds its cost. Once per wallet.
    function redeem(address marketToken) external;

    /// @notice Adds USDB to the general pot, or to the bounty of voters and proposers.
    function donate(address marketToken, uint256 amount, bool isBounty) external;

    /// @notice Lets every wallet buy a frozen market token. Cannot be undone. Reserved to the market's creator.
    function DisableFreeze(address marketToken) external;

    /// @notice Sets the insurance wallet, which receives USDB that nobody is entitled to.
    function setInsurance(address insurance) external;

    /// @notice Sets the least seed, in USDB.
    function setMinSeed(uint256 minSeed) external;

    /// @notice Sends the collected fees to `to`.
    function withdrawFees(address payable to) external;

    /// @notice A market's public record, all zero for a market of another contract. Times are seconds; the final
    /// outcome is 255 before the market is resolved.
    function marketData(address marketToken)
        external
        view
        returns (
            address token,
            address creator,
            address ecosystem,
            address usdc,
            string memory marketName,
            uint256 creationTime,
            uint256 endTime,
            uint8 finalOutcome,
            bool resolved,
            uint256 generalPot,
            uint256 totalVirtualReserve,
            bool isPrivate
        );

    /// @notice The same as `marketData`, as a struct.
    function getMarketData(address marketToken) external view returns (MarketData memory);

    /// @notice Contracts behind markets of `maintoken`; zeros for every token but the hub token.
    function ecosystems(address maintoken)
        external
        view
        returns (address factory, address swap, address usdc, bool active);

    /// @notice Whether the pool sells shares: before `endTime`; in an open-ended market until its outcome is named.
    /// False for a market of another contract.
    function isPoolOpen(address marketToken) external view returns (bool);

    /// @notice The fields of a market's record that decide what is possible. Reverts for an unknown market.
    function getState(address marketToken)
        external
        view
        returns (uint256 endTime, uint8 finalOutcome, bool resolved, uint256 totalVirtualReserve);

    function getOutcome(address marketToken, uint8 outcomeId)
        external
        view
        returns (uint256 virtualReserve, uint256 totalCost, uint256 circulatingShares);

    function outcomes(address marketToken, uint256 outcomeId)
        external
        view
        returns (uint256 virtualReserve, uint256 totalCost, uint256 circulatingShares);

    function getOptionNames(address marketToken) external view returns (string[] memory);

    function optionNames(address marketToken, uint256 outcomeId) external view returns (string memory);

    function getNumOutcomes(address marketToken) external view returns (uint256);

    /// @notice Virtual reserves a market of `options` opens with: of each outcome, and of all together.
    function getInitialReserves(uint256 options)
        external
        view
        returns (uint256 reservePerOutcome, uint256 totalReserve);

    function getUserShares(address marketToken, address user, uint8 outcomeId) external view returns (uint256);

    function userShares(address marketToken, address user, uint8 outcomeId) external view returns (uint256);

    /// @notice USDB that was paid into the pool for the shares a wallet holds. Moves with shares that are sold.
    function userCost(address marketToken, address user, uint8 outcomeId) external view returns (uint256);

    function sharesLockedInOrders(address marketToken, address user, uint8 outcomeId)
        external
        view
        returns (uint256);

    /// @notice An order; `amount` is what is left of `totalAmount`.
    function marketOrders(address marketToken, uint256 orderId)
        external
        view
        returns (
            address seller,
            uint8 outcomeId,
            uint256 amount,
            uint256 totalAmount,
            uint256 pricePerShare,
            bool active
        );

    function nextOrderId(address marketToken) external view returns (uint256);

    /// @notice Cost of `fill` shares of an order, and what the seller gets. Zeros if the order is not active or has fewer
    /// shares left.
    function getBuyOrderCost(address marketToken, uint256 orderId, uint256 fill)
        external
        view
        returns (uint256 baseUsdc, uint256 buyerTax, uint256 totalCostToBuyer, uint256 netToSeller);

    /// @notice Shares of an order that `usdcAmount` pays for, and their cost. Zeros if the order is not active.
    function getBuyOrderAmountsOut(address marketToken, uint256 orderId, uint256 usdcAmount)
        external
        view
        returns (uint256 fill, uint256 baseUsdc, uint256 buyerTax, uint256 totalCostToBuyer);

    function getGeneralPot(address marketToken) external view returns (uint256);

    function getBountyPool(address marketToken) external view returns (uint256);

    /// @notice USDB that the winners share: everything paid in and the general pot. Fixed when the market is resolved.
    function getPool(address marketToken) external view returns (uint256);

    /// @notice USDB that a wallet can redeem now.
    function getRedeemable(address marketToken, address user) external view returns (uint256);

    function hasRedeemed(address marketToken, address user) external view returns (bool);

    /// @notice Whether a wallet has ever bought shares of the market.
    function hasBettedOnMarket(address marketToken, address user) external view returns (bool);

    /// @notice Whether a wallet may buy.
    function userCanBuyEvent(address marketToken, address user) external view returns (bool);

    function minSeed() external view returns (uint256);

    /// @notice Minimum of a purchase from the pool, in USDB before tax, and of the value of an order.
    function minBuy() external view returns (uint256);

    function insurance() external view returns (address);
}
