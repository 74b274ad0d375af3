// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {ITaxes} from "../tokens/ITaxes.sol";
import {ITokenFactory} from "../tokens/ITokenFactory.sol";
import {IMarketBook} from "./IMarketBook.sol";

/// @dev State, settings, access checks and transfers of a market contract. What it does is in `MarketCreation`,
/// `OutcomePool`, `OrderBook` and `Redemption`; both market contracts inherit all four.
///
/// Every state variable of the four is declared here.
abstract contract MarketStore is Ownable2Step, ReentrancyGuardTransient, IMarketBook {
    using SafeERC20 for IERC20;

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

    /// @dev USDB of a market that `MarketData` does not contain.
    struct Funds {
        /// Sum of `totalCost` of all outcomes.
        uint256 paidIn;
        uint256 bountyPool;
        /// USDB that the winners share; set when the market is resolved.
        uint256 pool;
        /// Whether each wallet is paid its own cost back instead.
        bool isRefunding;
    }

    uint8 internal constant INVALID = 254;
    uint8 internal constant UNRESOLVED = 255;

    /// @inheritdoc IMarketBook
    uint256 public constant minBuy = 1e18;

    ISwap internal immutable SWAP;
    IERC20 internal immutable USDB;
    ITokenFactory internal immutable FACTORY;

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
    /// @inheritdoc IMarketBook
    mapping(address marketToken => MarketData) public marketData;
    mapping(address marketToken => Funds) internal _funds;

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
        _checkCreator(marketToken);
        _;
    }

    modifier whenUnresolved(address marketToken) {
        _checkUnresolved(marketToken);
        _;
    }

    /// @inheritdoc IMarketBook
    function DisableFreeze(address marketToken) external onlyCreator(marketToken) {
        // `onlyCreator` proves that the factory created this token, so the callee is code of the platform.
        IFactoryToken(marketToken).DisableFreeze();
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
        // Reentrancy is harmless: the balance is the only state, and it is 0 during the call. Not `Address.sendValue`,
        // which would replace the error `FeeTransferFailed` of the interface by the receiver's own.
        (bool sent,) = to.call{value: address(this).balance}("");
        if (!sent) revert FeeTransferFailed();
    }

    /// @inheritdoc IMarketBook
    function userCanBuyEvent(address marketToken, address user) public view virtual returns (bool);

    /// @dev Reverts when `msg.sender` may not buy shares of this market.
    function _checkBuyer(address marketToken) internal view virtual;

    /// @dev Whether somebody has named the outcome of an open-ended market, which closes its pool.
    function _isOutcomeNamed(address marketToken) internal view virtual returns (bool);

    function _requireMarket(address marketToken) internal view returns (MarketData storage market) {
        market = marketData[marketToken];
        if (market.marketToken == address(0)) revert MarketNotFound(marketToken);
    }

    function _checkCreator(address marketToken) private view {
        if (_requireMarket(marketToken).creator != msg.sender) revert OnlyCreator();
    }

    function _checkUnresolved(address marketToken) internal view {
        if (_requireMarket(marketToken).resolved) revert MarketIsResolved();
    }

    /// @dev Whether the id belongs to an outcome that can be bought, not to EARLY, INVALID or nothing.
    function _isOption(address marketToken, uint8 outcomeId) internal view returns (bool) {
        return outcomeId < outcomes[marketToken].length;
    }

    function _checkOption(address marketToken, uint8 outcomeId) internal view {
        if (!_isOption(marketToken, outcomeId)) revert InvalidOutcome(outcomeId);
    }

    /// @dev Sends USDB. USDB runs no code of the recipient, so this call cannot reenter.
    function _sendUsdb(address to, uint256 amount) internal {
        USDB.safeTransfer(to, amount);
    }

    /// @dev Takes USDB from the caller. USDB charges no fee: exactly `amount` arrives.
    function _receiveUsdb(uint256 amount) internal {
        USDB.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @dev Sends tax to `Taxes`, which calls `onTaxCollected` of this contract before it returns. That is the only
    /// call back into a guarded function, and it only adds to the pots of `marketToken`.
    function _payTax(address marketToken, uint256 amount) internal {
        ITaxes taxes = SWAP.TAXES();
        _sendUsdb(address(taxes), amount);
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
}
