// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {IMarketBook} from "./IMarketBook.sol";
import {MarketMath} from "./MarketMath.sol";
import {MarketStore} from "./MarketStore.sol";

/// @dev The pool that sells outcome shares. It never buys them back.
abstract contract OutcomePool is MarketStore {
    using SafeERC20 for IERC20;

    /// @dev `tradeType` of `SharesTraded`; the pool has no other.
    uint8 private constant TRADE_BUY = 0;

    /// @inheritdoc IMarketBook
    function buy(
        address marketToken,
        uint8 outcomeId,
        address inputToken,
        uint256 inputAmount,
        uint256 minUsdc,
        uint256 minShares
    ) external nonReentrant whenUnresolved(marketToken) {
        _checkBuyer(marketToken);
        _checkOption(marketToken, outcomeId);
        if (!_isSelling(marketToken)) revert PoolClosed();
        uint256 usdc = _receiveInput(inputToken, inputAmount, minUsdc);
        if (usdc < minBuy) revert BelowMinimum(usdc, minBuy);
        uint256 bought = _buyFromPool(marketToken, outcomeId, usdc);
        if (bought < minShares) revert InsufficientShares(bought, minShares);
    }

    /// @inheritdoc IMarketBook
    function isPoolOpen(address marketToken) external view returns (bool) {
        MarketData storage market = marketData[marketToken];
        return market.marketToken != address(0) && !market.resolved && _isSelling(marketToken);
    }

    /// @dev Whether the pool of an unresolved market sells: until `endTime`; open-ended, until its outcome is named.
    function _isSelling(address marketToken) internal view returns (bool) {
        uint256 endTime = marketData[marketToken].endTime;
        return endTime == 0 ? !_isOutcomeNamed(marketToken) : block.timestamp < endTime;
    }

    /// @dev Takes the caller's input and returns the USDB that it became in this contract.
    function _receiveInput(address inputToken, uint256 amount, uint256 minUsdc)
        internal
        returns (uint256 usdc)
    {
        if (amount == 0) revert ZeroAmount();
        if (inputToken == address(USDB)) {
            if (amount < minUsdc) revert InsufficientUsdc(amount, minUsdc);
            _receiveUsdb(amount);
            return amount;
        }
        address main = address(SWAP.MAIN());
        // A foreign token is refused before any function of it is called: the other tokens are code of the platform.
        if (inputToken != main && !FACTORY.isEcosystemToken(inputToken)) revert ISwap.InvalidPath();
        address[] memory path = new address[](inputToken == main ? 2 : 3);
        path[0] = inputToken;
        path[1] = main;
        path[path.length - 1] = address(USDB);
        IERC20(inputToken).safeTransferFrom(msg.sender, address(SWAP), amount);
        // The router sells what was just sent to it, reverts below `minUsdc` and pays the USDB to this contract.
        return SWAP.sellFor(msg.sender, amount, minUsdc, path);
    }

    /// @dev Sells shares to the caller for USDB that this contract has already received. The tax is rounded up and the
    /// shares down. State is complete before the external calls of `_payTax`.
    function _buyFromPool(address marketToken, uint8 outcomeId, uint256 usdc)
        internal
        returns (uint256 bought)
    {
        MarketData storage market = marketData[marketToken];
        Outcome storage outcome = outcomes[marketToken][outcomeId];
        uint256 tax = MarketMath.tax(usdc);
        uint256 net = usdc - tax;
        bought = MarketMath.shares(net, outcome.virtualReserve, market.totalVirtualReserve);
        outcome.virtualReserve += net;
        outcome.totalCost += net;
        outcome.circulatingShares += bought;
        market.totalVirtualReserve += net;
        _funds[marketToken].paidIn += net;
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
            TRADE_BUY,
            outcome.virtualReserve,
            market.totalVirtualReserve
        );
    }
}
