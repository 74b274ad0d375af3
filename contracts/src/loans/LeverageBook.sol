// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {IPool} from "../tokens/IPool.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {ITaxes} from "../tokens/ITaxes.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {LeverageMath} from "./LeverageMath.sol";
import {LoanBook} from "./LoanBook.sol";
import {LoanMath} from "./LoanMath.sol";

/// @title Opening leverage positions
/// @dev The purchase is computed in memory and applied once. Nothing that a caller computed is trusted.
abstract contract LeverageBook is LoanBook {
    using LeverageMath for LeverageMath.Position;
    using SafeERC20 for IERC20;

    /// @inheritdoc ILoanBook
    function openLeverage(address trader, uint256 amount, address token, uint256 numberOfDays)
        external
        onlySwap
        returns (uint256 collateral)
    {
        if (amount == 0) revert ZeroAmount();
        if (numberOfDays == 0 || numberOfDays > LoanMath.MAX_DAYS) revert InvalidDays();
        ITaxes taxes = ISwap(SWAP()).TAXES();
        LeverageMath.Position memory position = _poolsFor(token);
        position.run(_toUint128(amount), taxes.getTaxRate(token, trader), numberOfDays);
        collateral = position.collateral();
        if (collateral == 0) revert ZeroOutput();
        if (position.debt < LoanMath.MINIMUM_LOAN) revert LoanTooSmall();

        _record(trader, token, amount, numberOfDays, position);
        _applyToPools(trader, token, position);
        uint256 tax = position.tradeTax + position.loanTax;
        IERC20(token1).safeTransfer(address(taxes), tax);
        taxes.collect(token, tax);
        _payUsdb(trader, position.rest);
        // The router has sent `amount` before this call. The balance proves it.
        if (IERC20(token1).balanceOf(address(this)) + lent() < reserve1() - baseReserve1) revert NotPaid();
    }

    /// @inheritdoc ILoanBook
    function recordCashOut(address trader, uint256 loanId, uint256 amount) external onlySwap {
        Loan storage loan = _loan(trader, loanId, true);
        loan.cashedOut = _toUint128(loan.cashedOut + amount);
    }

    function _poolsFor(address token) private view returns (LeverageMath.Position memory position) {
        LeverageMath.readPool(position.tide, IPool(address(this)));
        if (token == address(this)) return position;
        _requireCollateral(token);
        LeverageMath.readPool(position.token, IPool(token));
        position.token.floor = IFactoryToken(token).calculateTokenFloor();
    }

    function _record(
        address trader,
        address token,
        uint256 amount,
        uint256 numberOfDays,
        LeverageMath.Position memory position
    ) private {
        uint256 collateral = position.collateral();
        uint256 borrowed = position.debt - position.loanFee;
        Books storage books = _books;
        uint256 id = ++books.leverageCount[trader];
        books.leverageIds[trader][token].push(id);
        Loan storage loan = books.leverages[trader][id];
        _open(loan, token, collateral, numberOfDays);
        (loan.tide, loan.debt) = (_toUint128(position.tideLent), _toUint128(position.debt));
        loan.borrowed = _toUint128(borrowed);
        loan.leverageBuyAmount = _toUint128(amount - position.rest);
        emit LeverageCreated(trader, id, token, collateral, borrowed, loan.liquidationTime);
    }

    /// @dev TIDE's leg comes first, as on every route.
    function _applyToPools(address trader, address token, LeverageMath.Position memory position) private {
        IPool.LeverageLeg memory tideLeg = _tideLeg(position);
        if (position.isTide()) {
            _mintCollateral(position.tideBought);
            _applyLeverage(tideLeg, trader);
            return;
        }
        // Computed before TIDE's price changes.
        IPool.LeverageLeg memory tokenLeg = _tokenLeg(token, position);
        // The token's pool receives what it does not lend; the rest is collateral here.
        _mint(token, position.tideBought - position.tideLent);
        _mintCollateral(position.tideLent);
        _applyLeverage(tideLeg, trader);
        _books.held[token] += position.tokensBought;
        IFactoryToken(token).applyLeverage(tokenLeg, trader);
    }

    function _mintCollateral(uint256 tide) private {
        _mint(address(this), tide);
        _books.held[address(this)] += tide;
    }

    function _tideLeg(LeverageMath.Position memory position) private view returns (IPool.LeverageLeg memory) {
        uint256 quoteIn = position.tide.reserve1 - reserve1();
        return IPool.LeverageLeg({
            tokens: position.tideBought,
            quoteIn: quoteIn,
            lent: position.debt,
            floor: 0,
            // Without the part of the fees that stays in the pool.
            value: quoteIn + position.loanTax - position.loanFee,
            price: getTokenPrice()
        });
    }

    function _tokenLeg(address token, LeverageMath.Position memory position)
        private
        view
        returns (IPool.LeverageLeg memory)
    {
        return IPool.LeverageLeg({
            tokens: position.tokensBought,
            quoteIn: position.tideBought,
            lent: position.tideLent,
            floor: position.token.floor,
            value: position.tokenValue,
            price: IPool(token).getUSDPrice()
        });
    }
}
